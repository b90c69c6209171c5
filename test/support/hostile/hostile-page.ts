import type { IncomingMessage, ServerResponse } from 'node:http'

/** Redirects to the address in `?url=`, as a hostile server does. */
export function leadsElsewhere(request: IncomingMessage, response: ServerResponse): void {
  const to = new URL(request.url ?? '', 'http://x').searchParams.get('url') ?? ''
  response.writeHead(302, { location: to }).end()
}

/**
 * A page that tries everything a page can to reach `host:port` for each host: elements, scripts, workers, sockets,
 * hints, frames, forms, redirects and UDP. Its title says "done" and what it could read.
 */
export function hostilePage(hosts: readonly string[], port: number): string {
  const urls = hosts.flatMap((host) => [`http://${host}:${port}/`, `https://${host}:${port}/`])
  const elements = urls.flatMap((url) => {
    const redirected = `/to?url=${encodeURIComponent(`${url}redirected`)}`
    return [
      `<link rel="dns-prefetch" href="${url}">`,
      `<link rel="preconnect" href="${url}">`,
      `<link rel="prefetch" href="${url}prefetch">`,
      `<link rel="preload" as="image" href="${url}preload">`,
      `<link rel="modulepreload" href="${url}module.js">`,
      `<link rel="prerender" href="${url}prerender">`,
      `<link rel="stylesheet" href="${url}style.css">`,
      `<link rel="icon" href="${url}icon">`,
      `<link rel="manifest" href="${url}manifest">`,
      `<img src="${url}img" srcset="${url}srcset 1x">`,
      `<img src="${redirected}">`,
      `<iframe src="${url}frame"></iframe>`,
      `<iframe src="${redirected}"></iframe>`,
      `<iframe srcdoc='<meta http-equiv="refresh" content="0;url=${url}refresh">'></iframe>`,
      `<iframe srcdoc='<script>location = "${url}location"</script>'></iframe>`,
      `<object data="${url}object"></object><embed src="${url}embed">`,
      `<video src="${url}video" poster="${url}poster" preload="auto"></video><audio src="${url}audio" preload="auto"></audio>`,
      `<script src="${url}script.js"></script><script type="module">import('${url}module.js').catch(() => 0)</script>`,
      `<svg><image href="${url}svg"/><use href="${url}use#x"/></svg>`,
      `<p style="background:url(${url}background)">x</p>`,
      `<form id="f" method="post" action="${url}form" target="none"><input name="a"></form>`,
      `<a id="ping" href="#x" ping="${url}ping">x</a>`,
      `<input type="image" src="${url}input">`,
    ]
  })
  return `<!doctype html><meta charset="utf-8"><title>running</title><iframe name="none"></iframe>
    <meta http-equiv="Content-Security-Policy-Report-Only" content="default-src 'none'; report-uri ${urls[0]}csp">
    <script type="speculationrules">${JSON.stringify({ prerender: [{ source: 'list', urls }], prefetch: [{ source: 'list', urls }] })}</script>
    <style>@import url(${urls[0]}import.css); @font-face { font-family: Far; src: url(${urls[0]}font) } body { font-family: Far }</style>
    ${elements.join('\n')}
    <script>${SCRIPT.replace('HOSTS', JSON.stringify(hosts)).replace('URLS', JSON.stringify(urls)).replace('PORT', String(port))}</script>`
}

/** Reads with scripts whatever it can; every attempt may fail on its own. */
const SCRIPT = `
  const hosts = HOSTS, urls = URLS, port = PORT, read = []
  const attempt = async (name, work) => {
    try { const got = await Promise.race([work(), new Promise((done) => setTimeout(done, 1500))]); if (got) read.push(name + ' ' + got) } catch {}
  }
  const opened = (socket) => new Promise((done) => { socket.onopen = () => done('opened'); socket.onmessage = () => done('message'); socket.onerror = () => done() })
  const worker = (text) => new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })))
  const attempts = urls.flatMap((url) => [
    attempt('fetch ' + url, () => fetch(url).then((r) => r.text())),
    attempt('no-cors ' + url, () => fetch(url, { mode: 'no-cors', keepalive: true }).then((r) => r.text())),
    attempt('redirected ' + url, () => fetch('/to?url=' + encodeURIComponent(url), { mode: 'no-cors' }).then((r) => r.text())),
    attempt('xhr ' + url, () => new Promise((done) => { const x = new XMLHttpRequest(); x.onloadend = () => done(x.responseText); x.open('GET', url); x.send() })),
    attempt('socket ' + url, () => opened(new WebSocket(url.replace('http', 'ws')))),
    attempt('events ' + url, () => opened(new EventSource(url))),
    attempt('beacon ' + url, () => { navigator.sendBeacon(url, 'x') }),
    attempt('window ' + url, () => { const w = window.open(url + 'window'); return w && 'a window' }),
    attempt('transport ' + url, () => url.startsWith('https') && new WebTransport(url).ready.then(() => 'ready')),
  ])
  attempts.push(attempt('worker', () => new Promise((done) => {
    const w = worker('const urls = ' + JSON.stringify(urls) + ';for (const u of urls) { try { importScripts(u) } catch {} } Promise.allSettled(urls.map((u) => fetch(u).then((r) => r.text()))).then((all) => postMessage(all.map((r) => r.value || "").join("")))')
    w.onmessage = (event) => done(event.data)
  })))
  attempts.push(attempt('service worker', () => navigator.serviceWorker && navigator.serviceWorker.register('/sw.js').then((r) => r && 'registered')))
  attempts.push(attempt('service worker past the block', () => navigator.serviceWorker && ServiceWorkerContainer.prototype.register.call(navigator.serviceWorker, '/sw.js').then((r) => r && 'registered')))
  attempts.push(attempt('webrtc', () => new Promise((done) => {
    const servers = hosts.flatMap((host) => [
      { urls: 'stun:' + host + ':' + port },
      { urls: 'turn:' + host + ':' + port + '?transport=udp', username: 'u', credential: 'c' },
      { urls: 'turn:' + host + ':' + port + '?transport=tcp', username: 'u', credential: 'c' },
      { urls: 'turns:' + host + ':' + port + '?transport=tcp', username: 'u', credential: 'c' },
    ])
    const found = []
    const connect = (iceServers) => {
      const peer = new RTCPeerConnection({ iceServers })
      peer.createDataChannel('x')
      peer.onicecandidate = (event) => { if (event.candidate && event.candidate.candidate) found.push(event.candidate.candidate) }
      peer.createOffer().then((offer) => peer.setLocalDescription(offer))
      return peer
    }
    for (let at = 0; at < servers.length; at += 4) { try { connect(servers.slice(at, at + 4)) } catch {} }
    setTimeout(() => done(found.join(' ')), 1400)
  })))
  for (const scheme of ['file:///etc/passwd', 'view-source:' + location, 'chrome://version', 'chrome://settings', 'about:version', 'filesystem:' + location, 'intent://x#Intent;scheme=http;end', 'javascript:1', 'devtools://devtools/bundled/inspector.html', 'mailto:x@y.z', 'ssh://127.0.0.1']) {
    attempts.push(attempt(scheme, () => fetch(scheme).then((r) => r.text())))
    const frame = document.createElement('iframe')
    frame.src = scheme
    document.body.append(frame)
  }
  try { document.querySelectorAll('form').forEach((form) => form.submit()) } catch {}
  try { document.querySelectorAll('#ping').forEach((link) => link.click()) } catch {}
  try { alert(1); confirm(2); prompt(3); print() } catch {}
  addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay' })
  Promise.all(attempts).then(() => { document.title = 'done ' + JSON.stringify(read) })
`
