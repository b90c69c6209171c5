/** Features that would fetch by themselves, go around the proxy, or change what is pictured. */
const FEATURES_OFF = [
  'AcceptCHFrame',
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'DnsOverHttps',
  'GlobalMediaControls',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'InterestFeedContentSuggestions',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'Prerender2',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'Translate',
  'WebUSB',
]

/** What holds for every browser of ours, whoever starts it. */
const FLAGS = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-startup-window',
  '--no-first-run',
  '--no-default-browser-check',
  // Nothing leaves but through the proxy: no UDP, no names asked of DNS, no requests of the browser's own.
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-background-networking',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-pings',
  '--no-service-autorun',
  // A page gets a page: no windows, prompts, devices, sound or 3D.
  '--block-new-web-contents',
  '--deny-permission-prompts',
  '--disable-3d-apis',
  '--disable-notifications',
  '--disable-print-preview',
  '--disable-speech-api',
  '--mute-audio',
  // The machine's part: no GPU, no big /dev/shm, no crash reports, no disk cache, a heap that ends.
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disk-cache-size=1',
  '--js-flags=--max-old-space-size=512',
  '--password-store=basic',
  '--use-mock-keychain',
  // The same page gives the same picture.
  '--disable-lcd-text',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--lang=en-US',
  // A page nobody looks at must not be slowed down.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-back-forward-cache',
  '--disable-hang-monitor',
  `--disable-features=${FEATURES_OFF.join(',')}`,
]

/**
 * Chromium's command line, without the program. The proxy is where requests of no page end up; without `<-loopback>`
 * Chromium would go past any proxy to this machine and to 169.254.0.0/16. The sandbox is on because nothing here turns
 * it off.
 */
export const launchFlags = ({ proxyUrl, profile }: { proxyUrl: string; profile: string }): string[] => [
  ...FLAGS,
  `--proxy-server=${proxyUrl}`,
  '--proxy-bypass-list=<-loopback>',
  `--user-data-dir=${profile}`,
]
