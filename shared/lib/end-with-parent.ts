/**
 * Ends this process when its parent has exited, however that happened. The supervisor passes its pid as
 * FAREBOX_PARENT_PID; without it, nothing is watched. Sends SIGTERM first, SIGKILL after `graceMs`.
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
