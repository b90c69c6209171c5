import { createServer } from 'node:http'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createLog } from '#shared/log.ts'
import { canonicalJson, sha256Hex } from '#shared/lib/digest.ts'
import { publicKeyOf } from '#shared/lib/ed25519.ts'
import { testSigner } from '#shared/money/receipts/testing.ts'
import { settlementBearer } from '#shared/money/settlement/settlement-bearer.ts'
import { freePort } from '#shared/playground/free-port.ts'
import { receiptRoutes } from '#workers/settlement/receipt-routes.ts'
import { settlementHandler } from '#workers/settlement/settlement-handler.ts'

import { registerAccount, type Registered, statusesOf } from '../support/market.ts'
import { openWorld, randomId, type World } from '../support/world.ts'
