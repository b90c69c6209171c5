declare module 'email-providers' {
  /** Domains at which anybody can have a mailbox, those of throw-away mail included. */
  const domains: readonly string[]
  export default domains
}
