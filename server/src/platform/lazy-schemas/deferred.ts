/** Schemas that are built when they are first used: see docs/decisions/0032-lazy-schemas.md. */

type Build = (...args: unknown[]) => object

/** How to build a schema: a function of the library, or a method of another schema. */
interface Recipe {
  of: Deferred | undefined
  build: Build | string
  args: unknown[]
}

interface Deferred {
  recipe: Recipe | undefined
  schema: object | undefined
}

const SCHEMA = Symbol('schema')

/** Methods that return another schema, so that they can wait, too. */
const METHODS = new Set<PropertyKey>([
  ...['optional', 'nullable', 'nullish', 'default', 'prefault', 'catch', 'nonoptional', 'readonly', 'brand'],
  ...['min', 'max', 'length', 'nonempty', 'regex', 'startsWith', 'endsWith', 'trim', 'normalize'],
  ...['toLowerCase', 'toUpperCase', 'int', 'positive', 'negative', 'nonnegative', 'nonpositive'],
  ...['gt', 'gte', 'lt', 'lte', 'multipleOf', 'check', 'refine', 'superRefine', 'transform', 'overwrite'],
  ...['pipe', 'array', 'or', 'and', 'meta', 'describe'],
  ...['extend', 'safeExtend', 'omit', 'pick', 'partial', 'required', 'catchall', 'loose', 'strict', 'strip'],
])

function schemaOf(deferred: Deferred): object {
  if (!deferred.recipe) return deferred.schema as object
  const { of, build, args } = deferred.recipe
  const built = args.map(unwrap)
  deferred.schema = typeof build === 'string' ? callMethod(of, build, built) : build(...built)
  deferred.recipe = undefined
  return deferred.schema
}

const callMethod = (of: Deferred | undefined, name: string, args: unknown[]): object =>
  (schemaOf(of as Deferred) as Record<string, Build>)[name]?.(...args) as object

/** The library must get its own schemas: it compares them by identity, and asks them often. */
function unwrap(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const schema = (value as { [SCHEMA]?: object })[SCHEMA]
  if (schema) return schema
  if (Array.isArray(value)) return value.map(unwrap)
  return Object.getPrototypeOf(value) === Object.prototype ? unwrapFields(value) : value
}

/** Getters stay, because recursive schemas need them. */
function unwrapFields(fields: object): object {
  const descriptors = Object.getOwnPropertyDescriptors(fields)
  for (const descriptor of Object.values(descriptors)) {
    const { get } = descriptor
    if (get) descriptor.get = () => schemaIn(get.call(fields))
    else descriptor.value = schemaIn(descriptor.value)
  }
  return Object.defineProperties({}, descriptors)
}

const schemaIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? ((value as { [SCHEMA]?: object })[SCHEMA] ?? value) : value

const handler: ProxyHandler<Deferred> = {
  get(deferred, key) {
    if (key === SCHEMA) return schemaOf(deferred)
    // Also of a schema that is built: the arguments may contain some that are not.
    if (METHODS.has(key)) return createMethod(deferred, key as string)
    const schema = schemaOf(deferred)
    const value: unknown = Reflect.get(schema, key)
    return typeof value === 'function' ? value.bind(schema) : value
  },
  set: (deferred, key, value) => Reflect.set(schemaOf(deferred), key, value),
  has: (deferred, key) => Reflect.has(schemaOf(deferred), key),
  getPrototypeOf: (deferred) => Reflect.getPrototypeOf(schemaOf(deferred)),
  ownKeys: (deferred) => Reflect.ownKeys(schemaOf(deferred)),
  getOwnPropertyDescriptor(deferred, key) {
    const descriptor = Reflect.getOwnPropertyDescriptor(schemaOf(deferred), key)
    return descriptor && { ...descriptor, configurable: true }
  },
}

/** `meta()` without an argument reads. */
const createMethod =
  (deferred: Deferred, name: string) =>
  (...args: unknown[]) =>
    name === 'meta' && args.length === 0
      ? callMethod(deferred, name, args)
      : defer({ of: deferred, build: name, args })

const defer = (recipe: Recipe): object =>
  new Proxy<Deferred>({ recipe, schema: undefined }, handler) as object

/** A function that returns a schema, which builds it later. */
export const deferring = <T>(build: T): T =>
  ((...args: unknown[]) => defer({ of: undefined, build: build as Build, args })) as T

/** A function that returns a schema when the library asks for it. */
export const unwrapResult =
  <T>(get: () => T) =>
  (): T =>
    unwrap(get()) as T

/** A function of the library that is given schemas. */
export const unwrapping = <T>(call: T): T =>
  ((...args: unknown[]) => (call as Build)(...args.map(unwrap))) as T
