/** The compiled Python modules of a memory snapshot, and how Emscripten is made to load them first. */

/** A compiled module: where Python finds it, and the name by which it is asked for in the Pyodide folder. */
export interface Library {
  path: string;
  file: string;
}

/** The part of Emscripten's settings that this touches. */
export interface EmscriptenSettings {
  locateFile?: (path: string, prefix: string) => string;
  dynamicLibraries?: string[];
}

/**
 * Have Emscripten load the libraries before Python starts.
 *
 * A snapshot is the linear memory only; the function table of a compiled module is not in it. Loaded first and in the
 * same order, the modules get the same addresses and table slots when the snapshot is made and when it is restored.
 */
export function withLibraries<Settings extends EmscriptenSettings>(
  settings: Settings,
  libraries: readonly Library[],
  locate: (library: Library) => string,
): Settings {
  const byPath = new Map(libraries.map((library) => [library.path, library]));
  const usual = settings.locateFile;
  settings.dynamicLibraries = [...byPath.keys()];
  settings.locateFile = (path, prefix) => {
    const library = byPath.get(path);
    if (library) return locate(library);
    return usual ? usual(path, prefix) : prefix + path;
  };
  return settings;
}
