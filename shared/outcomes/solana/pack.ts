import { definePack } from '../pack.ts'
import { tokenMetadataLite } from './token-metadata-lite/outcome.ts'
import { txSummaryLite } from './tx-summary-lite/outcome.ts'

export const solanaPack = definePack({
  name: 'solana-pack',
  purpose: 'Reads of Solana: transactions and tokens in plain facts.',
  dayPass: false,
  outcomes: [txSummaryLite, tokenMetadataLite],
})
