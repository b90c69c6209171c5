import { parse } from 'yaml'
import { z } from 'zod'

const HealthCheck = z.strictObject({
  test: z.tuple([z.enum(['CMD', 'CMD-SHELL'])], z.string()),
  interval: z.string().regex(/^\d+s$/),
  timeout: z.string().regex(/^\d+s$/),
  retries: z.int().positive(),
  start_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
})

/** The part of the Compose specification this project uses; a misspelt key is a failure. */
const Service = z.strictObject({
  build: z.union([z.literal('.'), z.strictObject({ context: z.literal('.'), target: z.string() })]).optional(),
  image: z.string().regex(/^[a-z-]+(:[\w.-]+)?$/),
  profiles: z.array(z.string()).optional(),
  init: z.boolean().optional(),
  command: z.array(z.string()).optional(),
  restart: z.enum(['no', 'unless-stopped']),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
  shm_size: z
    .string()
    .regex(/^\d+mb$/)
    .optional(),
  cap_add: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  networks: z.array(z.string()),
  env_file: z.literal('.env').optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  depends_on: z
    .record(z.string(), z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }))
    .optional(),
  healthcheck: HealthCheck.optional(),
})
const Compose = z.object({
  name: z.literal('farebox'),
  services: z.record(z.string(), Service),
  networks: z.record(z.string(), z.strictObject({ internal: z.boolean().optional() })),
  volumes: z.record(z.string(), z.strictObject({})),
})

export type ComposeService = z.output<typeof Service>

/** Parses docker-compose.yml. Throws for a key or a value that this project does not use. */
export const parseCompose = (text: string) => Compose.parse(parse(text, { merge: true }))

/** A volume of a service: its name, and where the service has it. */
export const volumeOf = (volume: string) => {
  const [name = '', path = ''] = volume.split(':')
  return { name, path }
}
