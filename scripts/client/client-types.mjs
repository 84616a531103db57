// Writes wire/src/client/api.d.ts from the endpoints of the server: the types of the client (wire/src/client).
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { commandOf, root } from '../setup.mjs'

const FILE = join(root, 'wire/src/client/api.d.ts')
const SOURCES = ['server/src', 'wire/src', 'scripts/client'].map((folder) => join(root, folder))
const STAMP = join(root, 'node_modules/.cache/client-types')

/** Only if the server's sources have changed: reading its endpoints takes seconds. */
export async function writeClientTypes() {
  const now = fingerprint()
  if (read(STAMP) === now && read(FILE) !== undefined) return
  saveTypes(JSON.parse(await describeApi()))
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, now)
}

/** Unchanged types are left alone, so that nothing is checked again in vain. */
export function saveTypes(document) {
  const types = toClientTypes(document)
  if (read(FILE) !== types) writeFileSync(FILE, types)
}

function fingerprint() {
  const hash = createHash('sha256')
  const visit = (/** @type {string} */ path) => {
    if (path === FILE) return
    const info = statSync(path)
    if (info.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
    else hash.update(`${path} ${info.size} ${info.mtimeMs}\n`)
  }
  for (const source of SOURCES) visit(source)
  return hash.digest('hex')
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** The OpenAPI document of the server, without the address of an installation. @returns {Promise<string>} */
export function describeApi() {
  const program = join(import.meta.dirname, 'describe-api.mts')
  const child = spawn(process.execPath, [commandOf('tsx'), program], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (part) => {
    output += part
  })
  return new Promise((resolve, reject) =>
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error('The endpoints could not be read.')),
    ),
  )
}

/**
 * The types of our own API, by method and path.
 *
 * @param {any} document as served at `/openapi.json`
 */
export function toClientTypes(document) {
  const own = new Set(document['x-tagGroups'][0].tags)
  const methods = ['get', 'post', 'put', 'patch', 'delete'].map((method) => {
    const operations = Object.entries(document.paths)
      .filter(([, item]) => own.has(item[method]?.tags[0]))
      .map(([path, item]) => `    ${JSON.stringify(path)}: ${toOperation(item[method])}\n`)
    return `  ${method}: {\n${operations.join('')}  }\n`
  })
  return `// Made from the endpoints of the server by scripts/client/client-types.mjs. Not edited by hand.\nexport interface Api {\n${methods.join('')}}\n`
}

function toOperation({ summary, parameters = [], requestBody, responses }) {
  const body = requestBody && toBody(requestBody)
  const parts = [
    ['params', toParameters(parameters, 'path')],
    [
      parameters.some((one) => one.in === 'query' && one.required) ? 'query' : 'query?',
      toParameters(parameters, 'query'),
    ],
    [requestBody?.required === false ? 'body?' : 'body', body],
    ['answer', toAnswer(responses)],
  ]
  const fields = parts.filter(([, type]) => type !== undefined).map(([name, type]) => `${name}: ${type}`)
  return `/** ${summary} */ { ${fields.join('; ')} }`
}

function toParameters(parameters, place) {
  const fields = parameters
    .filter((one) => one.in === place)
    .map(({ name, required, schema }) => `${toKey(name)}${required ? '' : '?'}: ${toParameter(schema)}`)
  return fields.length === 0 ? undefined : `{ ${fields.join('; ')} }`
}

/** Numbers may be sent as text, which they are in addresses; ids of rows are both. */
function toParameter(schema) {
  const type = toType(schema)
  return type === 'number' || type === 'string' ? 'string | number' : type
}

function toBody({ content }) {
  const json = content['application/json']
  return json ? toType(json.schema) : 'FormData | Blob'
}

const ANSWERS = { 'application/octet-stream': 'File', 'text/html': 'Page', 'text/event-stream': 'Events' }

function toAnswer(responses) {
  const success = Object.keys(responses).find((status) => Number(status) < 400)
  const [type, { schema } = {}] = Object.entries(responses[success].content ?? {})[0] ?? []
  if (type === undefined) return 'undefined'
  return schema ? toType(schema) : `'${ANSWERS[type] ?? 'File'}'`
}

/** A type from the part of JSON Schema that Zod writes. */
function toType(schema) {
  if (typeof schema !== 'object' || schema === null) return 'unknown'
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return toUnion(schema.enum.map((value) => JSON.stringify(value)))
  const options = schema.anyOf ?? schema.oneOf
  if (options) return toUnion(options.map(toType))
  if (schema.allOf) return schema.allOf.map((part) => `(${toType(part)})`).join(' & ')
  if (Array.isArray(schema.type)) return toUnion(schema.type.map((type) => toType({ ...schema, type })))
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return schema.prefixItems
        ? `[${schema.prefixItems.map(toType).join(', ')}]`
        : `(${toType(schema.items)})[]`
    case 'object':
      return toObject(schema)
    default:
      return 'unknown'
  }
}

const toUnion = (types) => [...new Set(types)].join(' | ')

function toObject({ properties = {}, required = [], additionalProperties, propertyNames }) {
  if (propertyNames?.enum) {
    // A record whose keys are an enum: each of them is a field.
    const named = Object.fromEntries(propertyNames.enum.map((name) => [name, additionalProperties]))
    return toObject({ properties: named, required })
  }
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${toKey(name)}${required.includes(name) ? '' : '?'}: ${toType(schema)}`,
  )
  const isOpen = typeof additionalProperties === 'object'
  // Fields must fit the type of the others, which is said of no single one of them.
  if (isOpen) fields.push(`[name: string]: ${fields.length > 0 ? 'unknown' : toType(additionalProperties)}`)
  return fields.length === 0 ? 'object' : `{ ${fields.join('; ')} }`
}

const toKey = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))
