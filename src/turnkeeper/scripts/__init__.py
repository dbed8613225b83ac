"""What the offline model says. A script is a function from the request to the reply, and knows nothing else."""

from turnkeeper.scripts.reader import reader
from turnkeeper.scripts.replies import replies

__all__ = ["reader", "replies"]
