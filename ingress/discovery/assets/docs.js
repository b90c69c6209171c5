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

// Swagger UI reads a document as YAML, and builds a syntax tree of all of it to follow the references of one operation:
// ten seconds for ours. It is JSON, and its references all point into itself.
const readByUs = (spec) => ({
  statePlugins: {
    spec: {
      wrapActions: {
        parseToJson:
          (_, { specActions }) =>
          () =>
            specActions.updateJsonSpec(spec),
        requestResolvedSubtree:
          (_, { specActions, specSelectors }) =>
          (path) => {
            if (specSelectors.specResolvedSubtree(path) !== undefined) return
            specActions.updateResolvedSubtree(path, resolved(at(spec, path), spec))
          },
      },
    },
  },
})

const at = (value, path) => path.reduce((inner, key) => inner?.[key], value)

/** A copy with each reference replaced by what it points to; one that leads back into itself is left empty. */
function resolved(node, spec, open = []) {
  if (Array.isArray(node)) return node.map((item) => resolved(item, spec, open))
  if (typeof node !== 'object' || node === null) return node
  const { $ref: ref, ...rest } = node
  const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, resolved(value, spec, open)]))
  if (typeof ref !== 'string' || open.includes(ref)) return own
  const keys = ref.split('/').slice(1)
  const target = at(
    spec,
    keys.map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')),
  )
  return { ...resolved(target, spec, [...open, ref]), ...own }
}

const target = document.querySelector('#swagger-ui')
try {
  const response = await fetch('/openapi.json', { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`/openapi.json answered ${response.status}`)
  const spec = withAuthorize(await response.json())
  globalThis.SwaggerUIBundle({
    spec,
    domNode: target,
    presets: [globalThis.SwaggerUIBundle.presets.apis],
    plugins: [readByUs(spec)],
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
