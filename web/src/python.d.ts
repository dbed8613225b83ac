/** esbuild bundles a Python file as its text. */
declare module "*.py" {
  const text: string;
  export default text;
}
