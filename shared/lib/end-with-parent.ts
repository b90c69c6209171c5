/**
 * Ends this process when the one that started it is gone, however that died. The supervisor passes its own pid as
 * FAREBOX_PARENT_PID; without it nothing is watched. Ending starts with the SIGTERM that this process handles anyway.
 */
export function endWithParent(parentPid: string | undefined, graceMs = 10_000): void {
  if (parentPid === undefined || parentPid === '') return
  const watch = setInterval(() => {
    if (process.ppid === Number(parentPid)) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), graceMs).unref()
  }, 1_000)
  watch.unref()
}
