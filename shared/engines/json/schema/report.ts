import { pointerOf } from '../json-pointer.ts'
import type { InstancePath } from '../json-pointer.ts'
import { preview } from '../json-value.ts'
import type { Finding } from './sink.ts'
import type { Visit } from './visit.ts'

type Complaint = {
  message: string
  expected: string
  params?: Record<string, unknown>
  /** The instance the complaint is about, when it is not the visited one. */
  actual?: unknown
  at?: InstancePath
}

/** Reports a failed keyword of the schema at hand. */
export function fail(visit: Visit, keyword: string, complaint: Complaint): void {
  report(visit, `${visit.place.location}/${keyword}`, keyword, complaint)
}

/** Reports a failure of `keyword`, which stands at `schemaPath`. */
export function report(
  target: Pick<Visit, 'sink' | 'at' | 'value'>,
  schemaPath: string,
  keyword: string,
  complaint: Complaint,
): void {
  target.sink.add((): Finding => {
    const actual = shortly('actual' in complaint ? complaint.actual : target.value)
    return {
      instance_path: pointerOf(complaint.at === undefined ? target.at : complaint.at),
      schema_path: schemaPath,
      keyword,
      message: complaint.message,
      params: complaint.params ?? {},
      expected: complaint.expected,
      actual,
    }
  })
}

/** The value itself where that is short, else what it is. */
function shortly(value: unknown): unknown {
  if (typeof value === 'string') return value.length <= 120 ? value : preview(value, 120)
  return typeof value === 'object' && value !== null ? preview(value, 120) : value
}
