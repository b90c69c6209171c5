import type { Config } from '#shared/config.ts'
import type { Db } from '#shared/db/open-db.ts'
import { webhookSigner } from '#shared/events/webhooks/webhook-signer.ts'
import type { Log } from '#shared/log.ts'

import { policyOf, userAgentOf } from '../egress/open-egress.ts'
import { openSendWebhook } from './send-webhook.ts'
import { startDeliveries } from './start-deliveries.ts'

/** Starts to publish and deliver events, with the settings of this process. */
export const openDeliveries = ({ config, log, db }: { config: Config; log: Log; db: Pick<Db, 'pg'> }) =>
  startDeliveries({
    db,
    log,
    send: openSendWebhook({ policy: policyOf(config), userAgent: userAgentOf(config) }),
    signer: webhookSigner(config.SERVER_SECRET),
  })
