/** esbuild copies a .wasm file beside the bundle, and gives its address there. */
declare module "@wasm-fmt/ruff_fmt/wasm" {
  const address: string;
  export default address;
}
