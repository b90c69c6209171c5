import { z } from 'zod'

const Event = z.object({
  type: z.int(),
  params: z.looseObject({ address: z.string().optional(), host: z.string().optional() }).optional(),
})
const Types = z.record(z.string(), z.int())

/** What Chromium's own network log says of its connections. The log may be cut off anywhere: the browser was killed. */
export function connectionsIn(log: string): { connects: Set<string>; names: Set<string>; datagrams: number } {
  const types = Types.parse(JSON.parse(/"logEventTypes":(\{[^}]*\})/.exec(log)?.[1] ?? '{}'))
  const connects = new Set<string>()
  const names = new Set<string>()
  let datagrams = 0
  for (const line of log.split('\n')) {
    const event = eventIn(line)
    if (event?.type === types['TCP_CONNECT_ATTEMPT'] && event?.params?.address) connects.add(event.params.address)
    if (event?.type === types['HOST_RESOLVER_MANAGER_REQUEST'] && event?.params?.host) names.add(event.params.host)
    if (event?.type === types['UDP_BYTES_SENT']) datagrams += 1
  }
  return { connects, names, datagrams }
}

function eventIn(line: string): z.output<typeof Event> | undefined {
  try {
    return Event.safeParse(JSON.parse(line.replace(/,$/, ''))).data
  } catch {
    return undefined
  }
}
