import { defineEntity, p } from '@mikro-orm/core'

const WorkerHeartbeatSchema = defineEntity({
  name: 'WorkerHeartbeat',
  tableName: 'worker_heartbeat',
  properties: {
    workerId: p.text().primary(),
    pool: p.text().primary(),
    slots: p.integer(),
    busy: p.integer(),
    runMs: p.float(),
    startedAt: p.datetime().defaultRaw('now()'),
    seenAt: p.datetime().defaultRaw('now()'),
    lacks: p.array().default([]),
    isOpen: p.boolean().default(true),
    notice: p.text().nullable(),
  },
  checks: [{ name: 'worker_heartbeat_closed_has_notice', expression: 'is_open or notice is not null' }],
})

/** The sign of life of a pool in a worker. `lacks` are the outcomes it cannot run; `notice` says why a pool is closed, or what isolation it lacks. */
export class WorkerHeartbeat extends WorkerHeartbeatSchema.class {}
WorkerHeartbeatSchema.setClass(WorkerHeartbeat)
