import { z } from 'zod'

import { plainText } from '../users/account-fields.ts'
import { HttpsUrl } from '../https-url.ts'

export const REPORT_REASONS = ['policy_violation', 'copyright', 'spam', 'other'] as const

/**
 * Request body of a report; it is optional. `evidence_url` is never fetched here: only the person who decides opens it.
 */
export const ReportBody = z.object({
  reason: z.enum(REPORT_REASONS).default('other'),
  details: plainText(2_000).nullish(),
  evidence_url: HttpsUrl.nullish(),
})
export type ReportSent = z.output<typeof ReportBody>
