import type { ZodType } from 'zod'

/** The parts of a schema definition that determine which fields it reads. */
interface Definition {
  type: string
  shape?: Record<string, unknown>
  catchall?: unknown
  innerType?: ZodType
  in?: ZodType
  out?: ZodType
  options?: ZodType[]
  left?: ZodType
  right?: ZodType
}

const remembered = new WeakMap<ZodType, ReadonlySet<string> | null>()

/** The fields that an object of this schema may have; null if it may have any. Pure. */
function knownFields(schema: ZodType): ReadonlySet<string> | null {
  let fields = remembered.get(schema)
  if (fields === undefined) {
    fields = readFields(schema)
    remembered.set(schema, fields)
  }
  return fields
}

function readFields(schema: ZodType): ReadonlySet<string> | null {
  const def = schema.def as unknown as Definition
  switch (def.type) {
    case 'object':
      return def.shape && !def.catchall ? new Set(Object.keys(def.shape)) : null
    case 'pipe': {
      // A transform has no fields: `preprocess` has the object after it, `transform` before it.
      const first = def.in && (def.in.def as unknown as Definition).type === 'transform' ? def.out : def.in
      return first ? knownFields(first) : null
    }
    case 'union':
      return together(def.options ?? [])
    case 'intersection':
      return def.left && def.right ? together([def.left, def.right]) : null
    default:
      return def.innerType ? knownFields(def.innerType) : null
  }
}

function together(schemas: readonly ZodType[]): ReadonlySet<string> | null {
  const all = schemas.map(knownFields)
  return all.some((fields) => fields === null) ? null : new Set(all.flatMap((fields) => [...(fields ?? [])]))
}

/**
 * The first field of a body that is not in its schema. Silently ignoring `expires_in_days`, for example, would create
 * a key that never expires.
 */
export function findUnknownField(
  schema: ZodType,
  body: unknown,
  alsoKnown: ReadonlySet<string> = new Set(),
): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const fields = knownFields(schema)
  if (!fields) return undefined
  return Object.keys(body).find((field) => !fields.has(field) && !alsoKnown.has(field))
}
