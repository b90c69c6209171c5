import type Router from '@koa/router'

type Layer = Router['stack'][number]

/** Characters by which a segment of a pattern may fit other texts than itself. */
const IS_PATTERN = /[:*?+(){}[\]\\]/

/**
 * Makes a router test only those of its patterns that begin as a path does, instead of all of them one by one: it finds the
 * same ones, in the same order. Its patterns are registered before its first request.
 */
export function narrowRouter(router: Router): void {
  const wherever: Layer[] = []
  const byBeginning = new Map<string, Layer[]>()
  let indexed = 0

  const indexAll = () => {
    const { stack } = router
    indexed = stack.length
    wherever.length = 0
    byBeginning.clear()
    for (const { path } of stack) if (isLiteral(path)) byBeginning.set(beginningOf(path), [])
    for (const layer of stack) {
      const lists = isLiteral(layer.path)
        ? [byBeginning.get(beginningOf(layer.path)) ?? []]
        : [wherever, ...byBeginning.values()]
      for (const list of lists) list.push(layer)
    }
  }

  router.match = (path, method) => {
    if (indexed !== router.stack.length) indexAll()
    const fitting = (byBeginning.get(beginningOf(path)) ?? wherever).filter((layer) => layer.match(path))
    const wanted = method.toUpperCase()
    const answering = fitting.filter(({ methods }) => methods.length === 0 || methods.includes(wanted))
    return { path: fitting, pathAndMethod: answering, route: answering.some(({ methods }) => methods.length > 0) }
  }
}

/** The first two segments of a path. Patterns fit whatever the case of the letters. */
function beginningOf(path: string): string {
  const second = path.indexOf('/', 1)
  const end = second === -1 ? -1 : path.indexOf('/', second + 1)
  const beginning = end === -1 ? path : path.slice(0, end)
  return (beginning.length > 1 && beginning.endsWith('/') ? beginning.slice(0, -1) : beginning).toLowerCase()
}

const isLiteral = (path: Layer['path']): path is string =>
  typeof path === 'string' && path.startsWith('/') && !IS_PATTERN.test(beginningOf(path))
