import { type Config, ConfigError, parseConfig } from '#shared/config.ts'
import { endWithParent } from '#shared/lib/end-with-parent.ts'
import { createLog, type Log } from '#shared/log.ts'
import { noTracer, openTracer, type Tracer } from '#shared/tracing/tracer.ts'

import { giveBackMemory } from './give-back-memory.ts'
import { longestEndMs } from './longest-end.ts'
import { takeCleanEnvironment } from './take-environment.ts'
import { startWatchdog } from './watchdog.ts'

/**
 * Starts and stops a process of any kind. Removes secrets from the environment, parses the settings once (all mistakes
 * in one message, exit 1), opens one log and names settings that exist no longer or are misspelt. SIGTERM, SIGINT and SIGHUP run `stop`
 * once and exit 0. An uncaught error ends the process, and so does a blocked event loop (`watchdog.ts`).
 */
export async function boot(
  kind: string,
  start: (config: Config, log: Log, tracer: Tracer) => Promise<{ stop: () => Promise<void> }>,
): Promise<void> {
  const parentPid = process.env['FAREBOX_PARENT_PID']
  const config = configOrExit(takeCleanEnvironment())
  let tracer = noTracer
  const isTraced = config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined
  const log = createLog(config.LOG_LEVEL, undefined, isTraced ? () => tracer.place() : undefined)
  if (config.removed.length > 0)
    log.warn({ kind, settings: config.removed }, 'settings that exist no longer are set; they are ignored')
  for (const { name, nearest } of config.misspelt)
    log.warn({ kind }, `${name} is no setting and is ignored; did you mean ${nearest}?`)
  if (config.production && config.LIMITS === 'off') log.warn({ kind }, 'LIMITS is off: calls are not limited')
  let stopping: Promise<void> | undefined
  let stop = async () => {}

  const end = (reason: string, exitCode: number) => {
    stopping ??= (async () => {
      log.info({ kind, reason }, 'stopping')
      setTimeout(() => process.exit(exitCode === 0 ? 2 : exitCode), longestEndMs(config)).unref()
      await stop().catch((error: unknown) => log.error({ err: error }, 'stopping failed'))
      await tracer.close()
      log.info({ kind }, 'stopped')
      process.exit(exitCode)
    })()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(signal, 0))
  // Continuing in an unknown state could cost money.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error, kind }, event)
      setTimeout(() => process.exit(1), 5_000).unref()
      end(event, 1)
    })
  }
  endWithParent(parentPid)
  try {
    tracer = await openTracer(config, kind, log)
    stop = (await start(config, log, tracer)).stop
    giveBackMemory()
    startWatchdog(log)
  } catch (error) {
    log.fatal({ err: error, kind }, startFailure(error, config))
    process.exit(1)
  }
}

function startFailure(error: unknown, { HOST, PORT }: Config): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') return `port ${PORT} of ${HOST} is taken; set PORT to a free one`
  if (code === 'EACCES') return `this user may not listen on port ${PORT}; set PORT to one above 1023`
  return 'could not start'
}

function configOrExit(env: NodeJS.ProcessEnv): Config {
  try {
    return parseConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return process.exit(1)
  }
}
