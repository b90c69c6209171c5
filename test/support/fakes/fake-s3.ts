import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/**
 * The part of S3 that a blob store uses: PUT, GET, HEAD and DELETE of objects in one bucket. Every request has to carry a
 * true signature (AWS Signature Version 4), and a body has to be the one that was signed.
 */
export async function openFakeS3() {
  const settings = {
    bucket: 'farebox-test',
    region: 'eu-test-1',
    accessKey: 'AKIDTEST',
    secretKey: 'not-a-real/secret+key',
  }
  const objects = new Map<string, { body: Buffer; type: string }>()
  const seen: string[] = []
  /** Requests that the service fails before it looks at them. */
  const trouble = { failures: 0 }

  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks)
      const { method = '', url = '' } = request
      seen.push(`${method} ${url}`)
      const refuse = (status: number, code: string) =>
        response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
      if (trouble.failures > 0) {
        trouble.failures -= 1
        refuse(503, 'SlowDown')
        return
      }
      const problem = signatureProblem(request, body, settings)
      if (problem !== null) {
        refuse(403, problem)
        return
      }
      const path = url.split('?')[0] ?? ''
      if (!path.startsWith(`/${settings.bucket}/`)) {
        refuse(404, 'NoSuchBucket')
        return
      }
      const object = objects.get(path)
      if (method === 'PUT') {
        objects.set(path, { body, type: request.headers['content-type'] ?? '' })
        response.writeHead(200, { etag: `"${sha256(body).slice(0, 32)}"` }).end()
      } else if (method === 'DELETE') {
        objects.delete(path)
        response.writeHead(204).end()
      } else if (object === undefined) refuse(404, 'NoSuchKey')
      else {
        response.writeHead(200, { 'content-length': object.body.length, 'content-type': object.type })
        response.end(method === 'HEAD' ? undefined : object.body)
      }
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server has a port.
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: { ...settings, endpoint },
    objects,
    seen,
    trouble,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Recomputes the signature from what arrived; answers with S3's error code, or null when it holds. */
function signatureProblem(
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
  { region, accessKey, secretKey }: { region: string; accessKey: string; secretKey: string },
): string | null {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/
  const [match, id, day = '', signedRegion, names = '', signature] = pattern.exec(headers.authorization ?? '') ?? []
  if (match === undefined) return 'AccessDenied'
  if (id !== accessKey) return 'InvalidAccessKeyId'
  if (signedRegion !== region) return 'AuthorizationHeaderMalformed'
  const time = String(headers['x-amz-date'])
  const [, year, month, date, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? []
  const age = Date.now() - Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`)
  if (!(Math.abs(age) < 15 * 60_000) || !time.startsWith(day)) return 'RequestTimeTooSkewed'
  const signed = names.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return 'AccessDenied'
  const bodyHash = String(headers['x-amz-content-sha256'])
  if (bodyHash !== 'UNSIGNED-PAYLOAD' && bodyHash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  // What is stored is always hashed; only requests without a body may leave it out.
  if (body.length > 0 && bodyHash === 'UNSIGNED-PAYLOAD') return 'XAmzContentSHA256Mismatch'
  const [path = '', query = ''] = url.split('?')
  const canonical = [
    method,
    path,
    query,
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    bodyHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = hmac(hmac(hmac(hmac(`AWS4${secretKey}`, day), region), 's3'), 'aws4_request')
  const expected = hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`).toString('hex')
  return signature === expected ? null : 'SignatureDoesNotMatch'
}
