/** What a function returns, or the error that it throws: for readers of any text, which read it or refuse it. */
export function attempt<T>(run: () => T): T | Error {
  try {
    return run()
  } catch (error) {
    return error instanceof Error ? error : new Error(`what was thrown is no error: ${String(error)}`)
  }
}
