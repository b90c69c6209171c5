declare module 'email-providers' {
  /** Domains of public mail providers, disposable mail included. */
  const domains: readonly string[]
  export default domains
}
