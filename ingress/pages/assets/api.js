// Starts Swagger UI with our OpenAPI document. A file of its own, because the page's content policy forbids inline
// scripts.
const dark = matchMedia('(prefers-color-scheme: dark)')
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', paint)
paint()

// The document requires no key, because an unpaid call is answered with 402. Move the keys to Authorize here, so that a
// person enters one once.
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
  // Send calls to the origin of this page, which may differ from the public base URL.
  return { ...spec, servers: [{ url: location.origin }] }
}

// Swagger UI parses the document as YAML and builds a syntax tree of all of it to resolve one operation: ten seconds
// for ours. Ours is JSON with internal references only, so resolve it here.
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
            specActions.updateResolvedSubtree(path, resolveRefs(at(spec, path), spec))
          },
      },
    },
  },
})

const at = (value, path) => path.reduce((inner, key) => inner?.[key], value)

/** Copies a value and replaces each $ref by its target. A circular $ref becomes an empty object. */
function resolveRefs(node, spec, open = []) {
  if (Array.isArray(node)) return node.map((item) => resolveRefs(item, spec, open))
  if (typeof node !== 'object' || node === null) return node
  const { $ref: ref, ...rest } = node
  const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, resolveRefs(value, spec, open)]))
  if (typeof ref !== 'string' || open.includes(ref)) return own
  const keys = ref.split('/').slice(1)
  const target = at(
    spec,
    keys.map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')),
  )
  return { ...resolveRefs(target, spec, [...open, ref]), ...own }
}

// Swagger UI's own layout has a second <main>, a list of one server without a label, and links inside of buttons, which
// screen readers stumble over.
const accessible = ({ React: { createElement } }) => ({
  components: {
    AccessibleLayout: ({ getComponent }) => {
      const part = (name) => createElement(getComponent(name, true))
      return createElement(
        'div',
        { className: 'swagger-ui' },
        createElement(getComponent('SvgAssets')),
        part('InfoContainer'),
        part('AuthorizeBtnContainer'),
        part('FilterContainer'),
        createElement('h2', null, 'Operations'),
        part('operations'),
        part('Models'),
      )
    },
  },
  wrapComponents: {
    DeepLink:
      () =>
      ({ text }) =>
        createElement('span', null, text),
  },
})

const target = document.querySelector('#swagger-ui')

// What Swagger UI draws has fields without a label, and examples that scroll and no key reaches.
new MutationObserver(() => {
  for (const field of target.querySelectorAll('textarea:not([aria-label])')) field.setAttribute('aria-label', 'Body')
  for (const field of target.querySelectorAll('select:not([aria-label])')) field.setAttribute('aria-label', 'Choice')
  for (const example of target.querySelectorAll('pre:not([tabindex])')) example.tabIndex = 0
}).observe(target, { childList: true, subtree: true })

try {
  const response = await fetch('/openapi.json', { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`/openapi.json answered ${response.status}`)
  const spec = withAuthorize(await response.json())
  globalThis.SwaggerUIBundle({
    spec,
    domNode: target,
    presets: [globalThis.SwaggerUIBundle.presets.apis],
    plugins: [readByUs(spec), accessible],
    layout: 'AccessibleLayout',
    deepLinking: true,
    // Rendering hundreds of operations at once takes seconds. Deep links still open their operation.
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    filter: true,
    tryItOutEnabled: true,
    // Do not send the document to an external validator.
    validatorUrl: null,
  })
} catch (error) {
  const message = document.createElement('p')
  message.textContent = `The API description did not load (${error instanceof Error ? error.message : 'unknown reason'}). It is at /openapi.json.`
  target.replaceChildren(message)
}
