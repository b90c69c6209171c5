declare module 'solc' {
  const solc: { compile: (standardJsonInput: string) => string; version: () => string }
  export default solc
}
