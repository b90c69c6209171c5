/**
 * Ends this process after so many minutes whatever happens, with exit code 1, so that a part of the bench that hangs (a
 * server that does not stop, an answer that never comes) holds up no other. `stop` may take ten seconds.
 */
export function endAfter(minutes: number, stop: () => Promise<unknown>): void {
  const STOP_MS = 10_000
  setTimeout(() => {
    process.stderr.write(`this part did not end within ${minutes} minutes and is ended\n`)
    setTimeout(() => process.exit(1), STOP_MS)
    void stop().finally(() => process.exit(1))
  }, minutes * 60_000).unref()
}
