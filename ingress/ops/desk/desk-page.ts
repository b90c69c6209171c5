import type { OperatorInCharge } from '#shared/operators/operator-in-charge.ts'

import type { IngressDeps } from '../../deps.ts'
import type { Html } from '../../http/html.ts'
import type { ReadinessDeps } from '../readiness.ts'

export type DeskDeps = ReadinessDeps & Pick<IngressDeps, 'config' | 'db' | 'forSale' | 'limiter' | 'mint' | 'now'>

/** One request for a page of operators. */
export type DeskVisit = { operator: OperatorInCharge; query: Readonly<Record<string, string>> }

export type DeskPage = { title: string; content: Html; status?: number }

/** Shows a page of operators. Every page can be read by every role. */
export type ShowDeskPage = (visit: DeskVisit) => Promise<DeskPage> | DeskPage
