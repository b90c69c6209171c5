// Starts Swagger UI on our own OpenAPI document. Loaded as a file, because the page allows no inline script.
const dark = matchMedia('(prefers-color-scheme: dark)')
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', paint)
paint()

// An unpaid call is told how to pay, so the document demands no key. Here a person fills one in once, under Authorize.
const PAYING = new Set(['#/components/parameters/ServiceKey', '#/components/parameters/DayPass'])

function withAuthorize(spec) {
  for (const item of Object.values(spec.paths)) {
    for (const operation of Object.values(item)) {
      const parameters = operation.parameters ?? []
      if (!parameters.some(({ $ref }) => PAYING.has($ref))) continue
      operation.parameters = parameters.filter(({ $ref }) => !PAYING.has($ref))
      operation.security = [{}, { ServiceKey: [] }, { DayPass: [] }]
    }
  }
  // The page may be open under another name than the public one; calls go where the page came from.
  return { ...spec, servers: [{ url: location.origin }] }
}

const target = document.querySelector('#swagger-ui')
try {
  const response = await fetch('/openapi.json', { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`/openapi.json answered ${response.status}`)
  globalThis.SwaggerUIBundle({
    spec: withAuthorize(await response.json()),
    domNode: target,
    presets: [globalThis.SwaggerUIBundle.presets.apis],
    deepLinking: true,
    // Hundreds of operations drawn at once take seconds; a link to one opens it all the same.
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    filter: true,
    tryItOutEnabled: true,
    // No document leaves this host.
    validatorUrl: null,
  })
} catch (error) {
  const message = document.createElement('p')
  message.textContent = `The API description did not load (${error instanceof Error ? error.message : 'unknown reason'}). It is at /openapi.json.`
  target.replaceChildren(message)
}
