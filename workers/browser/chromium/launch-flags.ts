/** Features that make requests of their own, bypass the proxy or change the rendering. */
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

/** Flags of every browser. */
const FLAGS = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-startup-window',
  '--no-first-run',
  '--no-default-browser-check',
  // Network through the proxy only: no UDP, no DNS lookups, no background requests.
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
  // Pages only: no windows, prompts, devices, sound or 3D.
  '--block-new-web-contents',
  '--deny-permission-prompts',
  '--disable-3d-apis',
  '--disable-notifications',
  '--disable-print-preview',
  '--disable-speech-api',
  '--mute-audio',
  // Resources: no GPU, no large /dev/shm, no crash reports, no disk cache, a limited heap.
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disk-cache-size=1',
  '--js-flags=--max-old-space-size=512',
  '--password-store=basic',
  '--use-mock-keychain',
  // Reproducible rendering.
  '--disable-lcd-text',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--lang=en-US',
  // No throttling of background pages.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-back-forward-cache',
  '--disable-hang-monitor',
  `--disable-features=${FEATURES_OFF.join(',')}`,
]

/**
 * Builds Chromium's arguments. `proxyUrl` gets the requests that belong to no page. Without `<-loopback>` Chromium
 * would bypass every proxy for this machine and for 169.254.0.0/16. The sandbox is on by default and no flag disables
 * it.
 */
export const launchFlags = ({ proxyUrl, profile }: { proxyUrl: string; profile: string }): string[] => [
  ...FLAGS,
  `--proxy-server=${proxyUrl}`,
  '--proxy-bypass-list=<-loopback>',
  `--user-data-dir=${profile}`,
]
