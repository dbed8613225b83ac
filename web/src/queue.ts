/** One job at a time: Python in the page has one thread. */

interface Waiting {
  job: () => Promise<void>;
  dropped: () => void;
}

/** Runs jobs one after another, in the order in which they were added. */
export class Queue {
  private readonly waiting: Waiting[] = [];
  private running = false;

  /** True while a job runs. */
  get busy(): boolean {
    return this.running;
  }

  /**
   * Add a job; it starts at once when nothing runs.
   *
   * @param job - the work; it deals with its own errors, and one that rejects does not hold up the next.
   * @param dropped - called instead of the job when `clear` takes it off the queue.
   * @returns takes the job off again; false when it has started.
   */
  add(job: () => Promise<void>, dropped: () => void): () => boolean {
    const entry = { job, dropped };
    this.waiting.push(entry);
    void this.next();
    return () => {
      const at = this.waiting.indexOf(entry);
      if (at < 0) return false;
      this.waiting.splice(at, 1);
      dropped();
      return true;
    };
  }

  /** Drop every job that has not started. */
  clear(): void {
    for (const entry of this.waiting.splice(0)) entry.dropped();
  }

  private async next(): Promise<void> {
    if (this.running) return;
    const entry = this.waiting.shift();
    if (!entry) return;
    this.running = true;
    try {
      await entry.job();
    } catch (error) {
      console.error(error);
    } finally {
      this.running = false;
      void this.next();
    }
  }
}
