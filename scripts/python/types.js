// Types of arguments in Python, of the schemas of the API document.

/** Longer lists of values have a name, or are any text. */
const MOST_VALUES = 12
const PLAIN = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', object: 'Mapping[str, Any]', null: 'None' }

/**
 * @param {{ components: { schemas: Record<string, any> } }} document
 */
export function createTypes ({ components: { schemas } }) {
  /** Names of long lists of values. */
  const named = new Map(Object.entries(schemas).filter(([, schema]) => schema.enum?.length > MOST_VALUES)
    .map(([name, schema]) => [JSON.stringify(schema.enum), name]))
  const used = new Map()

  const resolve = (schema) => schema.$ref === undefined ? schema : resolve(schemas[schema.$ref.split('/').at(-1)])
  const union = (types) => [...new Set(types.flatMap((type) => type.split(' | ')))].join(' | ')

  function of (unresolved) {
    const schema = resolve(unresolved)
    if (schema.const !== undefined) return literal([schema.const])
    if (schema.enum !== undefined) return valuesOf(schema.enum)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices !== undefined) return union(choices.map(of))
    const types = [schema.type ?? []].flat()
    if (types.length === 0) return 'Any'
    return union(types.map((type) => type === 'array' ? `Sequence[${of(schema.items ?? {})}]` : PLAIN[type]))
  }

  /** In a query, one value is as good as a list, and a boolean as its text. */
  function ofQuery (unresolved) {
    const schema = resolve(unresolved)
    if (schema.type === 'array') return union([of(schema.items), of(schema)])
    return schema.enum?.includes('true') === true ? union(['bool', of(schema)]) : of(schema)
  }

  function valuesOf (values) {
    if (values.length <= MOST_VALUES) return literal(values)
    const name = named.get(JSON.stringify(values))
    if (name === undefined) return 'str'
    used.set(name, values)
    return name
  }

  return {
    of,
    ofQuery,
    resolve,
    /** The keys that a success has in any case. A failure may be answered in its place. */
    alwaysIn (unresolved) {
      const choices = (schema) => (resolve(schema).oneOf ?? resolve(schema).anyOf)?.flatMap(choices) ?? [schema]
      const [first = [], ...others] = choices(unresolved)
        .filter((schema) => !schema.$ref?.endsWith('/Failure')).map((schema) => resolve(schema).required ?? [])
      return first.filter((key) => others.every((keys) => keys.includes(key)))
    },
    /** The declarations of named types. */
    declared: () => [...used].map(([name, values]) =>
      `${name} = Literal[\n${values.map((value) => `    '${value}',\n`).join('')}]\n`).join('')
  }
}

function literal (values) {
  const text = (value) => typeof value === 'string' ? `'${value}'` : value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : String(value)
  return `Literal[${values.map(text).join(', ')}]`
}
