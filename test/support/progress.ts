type Given = { write: (line: string) => void; now: () => number; everyMs: number }

/**
 * Makes the function by which a long command says how far it is: plain lines on stderr, so that its result on stdout stays
 * clean. Within ten seconds of the last line it stays silent, and so does a command that takes less than that.
 */
export function progressOf(command: string, given: Partial<Given> = {}): (where: string) => void {
  const { write = (line) => process.stderr.write(line), now = () => performance.now(), everyMs = 10_000 } = given
  const began = now()
  let saidAt = began
  return (where) => {
    const at = now()
    if (at - saidAt < everyMs) return
    saidAt = at
    write(`${command}: ${where}, ${Math.round((at - began) / 1_000)} s so far\n`)
  }
}
