import { Ledger } from './0001-ledger.ts'
import { Credentials } from './0002-credentials.ts'
import { PaidCalls } from './0003-paid-calls.ts'
import { WorkerRecords } from './0004-worker-records.ts'
import { Payments } from './0005-payments.ts'
import { SettlementRecords } from './0006-settlements.ts'
import { UploadRecords } from './0007-upload-records.ts'
import { Stores } from './0008-stores.ts'
import { PublicRecords } from './0009-public-records.ts'
import { Spending } from './0010-spending.ts'
import { Users } from './0011-users.ts'
import { MarketListings } from './0012-market-listings.ts'
import { MarketAuctions } from './0013-market-auctions.ts'
import { MarketReports } from './0014-market-reports.ts'
import { ProvenPayments } from './0015-proven-payments.ts'
import { MarketQuotas } from './0016-market-quotas.ts'
import { Heartbeats } from './0017-heartbeats.ts'
import { Names } from './0018-names.ts'
import { MarketPurchases } from './0019-market-purchases.ts'
import { Payouts } from './0020-payouts.ts'
import { CommerceDays } from './0021-commerce-days.ts'
import { CarriedAttempts } from './0022-carried-attempts.ts'

/** Every migration in its order. `npm run migration:new` adds to it. A migration that has been released is never edited. */
export const migrations = [
  { name: '0001-ledger', class: Ledger },
  { name: '0002-credentials', class: Credentials },
  { name: '0003-paid-calls', class: PaidCalls },
  { name: '0004-worker-records', class: WorkerRecords },
  { name: '0005-payments', class: Payments },
  { name: '0006-settlements', class: SettlementRecords },
  { name: '0007-upload-records', class: UploadRecords },
  { name: '0008-stores', class: Stores },
  { name: '0009-public-records', class: PublicRecords },
  { name: '0010-spending', class: Spending },
  { name: '0011-users', class: Users },
  { name: '0012-market-listings', class: MarketListings },
  { name: '0013-market-auctions', class: MarketAuctions },
  { name: '0014-market-reports', class: MarketReports },
  { name: '0015-proven-payments', class: ProvenPayments },
  { name: '0016-market-quotas', class: MarketQuotas },
  { name: '0017-heartbeats', class: Heartbeats },
  { name: '0018-names', class: Names },
  { name: '0019-market-purchases', class: MarketPurchases },
  { name: '0020-payouts', class: Payouts },
  { name: '0021-commerce-days', class: CommerceDays },
  { name: '0022-carried-attempts', class: CarriedAttempts },
]
