// The methods of the client for Python: one for each operation of the API document, in its order.
import { createTypes } from './types.js'

const JSON_TYPE = 'application/json'
const INDENT = ' '.repeat(8)
const WIDTH = 118
const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete']
/** Words that no argument may be named by. */
const RESERVED = new Set([
  'False', 'None', 'True', 'and', 'as', 'assert', 'async', 'await', 'break', 'class', 'continue', 'def', 'del', 'elif',
  'else', 'except', 'finally', 'for', 'from', 'global', 'if', 'import', 'in', 'is', 'lambda', 'nonlocal', 'not', 'or',
  'pass', 'raise', 'return', 'try', 'while', 'with', 'yield'
])
const FIELD = 'field.<id>'

/**
 * @param {{ paths: Record<string, Record<string, any>>, components: { schemas: Record<string, any> } }} document
 */
export function methodsOf (document) {
  const types = createTypes(document)
  const methods = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]?.operationId !== undefined)
      .map((method) => methodOf(method, path, item[method], types))
  )
  return {
    methods: `class _Operations:\n    """The operations of the API."""\n\n    _call: Any\n\n${methods.join('\n')}`,
    types: types.declared()
  }
}

/** A method in Python. */
function methodOf (verb, path, operation, types) {
  const { operationId, summary, description, parameters = [], requestBody } = operation
  const name = snakeCase(operationId)
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => parameters.find((one) => one.name === id && one.in === 'path'))
  const body = bodyOf(requestBody, types)
  const query = parameters.filter((one) => one.in === 'query').map((one) => argumentOf(one.name, one.schema, one, types.ofQuery))
  const isInQuery = (key) => query.some((one) => one.name === key.name)
  const keys = body.keys.filter((key) => !isInQuery(key))
  const hasFields = [...query, ...keys].some((one) => one.name.startsWith('field.'))
  const named = [...query, ...keys].filter((one) => !one.name.includes('.'))
    .sort((one, other) => Number(other.isRequired) - Number(one.isRequired))
  const answer = answerOf(verb, operation.responses, types)

  const positional = inPath.map((one) => `${one.name}: Id`)
  const keyword = [
    ...body.parameters,
    ...named.map((one) => `${one.python}: ${one.type}${one.isRequired ? '' : ' = _UNSET'}`),
    'headers: Headers | None = None',
    'with_headers: bool = False',
    ...answer.isBytes ? ['into: Into | None = None'] : []
  ]
  const all = ['self', ...positional, '*', ...keyword, ...hasFields ? ['**fields: Any'] : []]
  const names = all.map((one) => one.split(':')[0])
  if (new Set(names).size < names.length) throw new Error(`${operationId} has two arguments of one name: ${names.join(', ')}`)

  const url = path.replace(/\{(\w+)\}/g, (_, id) => `{_segment('${id}', ${id})}`)
  const dict = (some, fields) => {
    const entries = some.filter((one) => !one.name.includes('.')).map((one) => `'${one.name}': ${one.python}`)
    return `{${[...entries, ...fields ? [`**_known('${name}', fields)`] : []].join(', ')}}`
  }
  const fieldsInQuery = hasFields && body.keys.length === 0
  const call = [
    `'${verb.toUpperCase()}'`, `${url === path ? '' : 'f'}${url.includes("'") ? `"${url}"` : `'${url}'`}`,
    ...query.length > 0 || fieldsInQuery ? [`query=${dict(query, fieldsInQuery)}`] : [],
    ...keys.length > 0 ? [`keys=${dict(keys, hasFields && !fieldsInQuery)}`] : [],
    ...body.sent,
    'headers=headers', 'with_headers=with_headers', ...answer.passed
  ]
  return [
    ...signature(name, all),
    ...docstring(summary, description, [
      ...inPath, ...body.notes, ...named.map((one) => ({ name: one.python, description: one.description })),
      ...hasFields ? [{ name: FIELD, description: 'Searchable custom fields: `**{\'field.3\': \'Berlin\'}`.' }] : [],
      ...answer.isBytes ? [{ name: 'into', description: 'A path or a binary file that takes the bytes. Then their number is returned.' }] : []
    ]),
    ...wrapCall(call),
    ''
  ].join('\n')
}

function argumentOf (name, schema, { required = false, description = schema.description }, typeOf) {
  return { name, python: RESERVED.has(name) ? `${name}_` : name, type: typeOf(schema), isRequired: required, description }
}

/** The keys of a JSON body, or what else takes a body. */
function bodyOf (requestBody, types) {
  const content = requestBody?.content ?? {}
  const contentTypes = Object.keys(content)
  if (contentTypes.length === 0) return { keys: [], parameters: [], notes: [], sent: [] }
  if (content[JSON_TYPE] !== undefined) {
    const { properties, required = [] } = types.resolve(content[JSON_TYPE].schema)
    if (properties === undefined) throw new Error('A JSON body has no properties')
    const keys = Object.entries(properties).map(([name, schema]) =>
      argumentOf(name, schema, { required: required.includes(name) }, types.of)
    )
    return { keys, parameters: [], notes: [], sent: [] }
  }
  const isChosen = contentTypes.length > 1
  const choices = `Literal[${contentTypes.map((type) => `'${type}'`).join(', ')}]`
  return {
    keys: [],
    parameters: ['body: Body', ...isChosen ? [`content_type: ${choices} = '${contentTypes[0]}'`] : []],
    notes: [
      { name: 'body', description: 'Bytes, text, a path (`os.PathLike`) or a binary file.' },
      ...isChosen ? [{ name: 'content_type', description: 'Content type of the body.' }] : []
    ],
    sent: [`sent=_Sent(body, ${isChosen ? 'content_type' : `'${contentTypes[0]}'`})`]
  }
}

/** What a success is: JSON with keys that it always has, something else, or nothing. */
function answerOf (verb, responses, types) {
  if (verb === 'head') return { isBytes: false, passed: [] }
  const content = Object.entries(responses).filter(([status]) => /^2/.test(status))
    .flatMap(([, response]) => Object.entries(response.content ?? {}))
  const json = content.find(([type]) => type === JSON_TYPE)
  const others = [...new Set(content.map(([type]) => type).filter((type) => type !== JSON_TYPE))]
  const tuple = (values) => `(${values.map((value) => `'${value}'`).join(', ')}${values.length === 1 ? ',' : ''})`
  return {
    isBytes: others.length > 0,
    passed: [
      ...json === undefined ? [] : [`required=${tuple(types.alwaysIn(json[1].schema))}`],
      ...others.length === 0 ? [] : [`types=${tuple(others)}`, 'into=into']
    ]
  }
}

function snakeCase (text) {
  return text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function signature (name, all) {
  const line = `    def ${name}(${all.join(', ')}) -> Any:`
  if (line.length <= WIDTH) return [line]
  return [`    def ${name}(`, ...fill(all.map((one, index) => index < all.length - 1 ? `${one},` : one), INDENT), '    ) -> Any:']
}

function wrapCall (call) {
  const line = `${INDENT}return self._call(${call.join(', ')})`
  if (line.length <= WIDTH) return [line]
  const words = call.map((one, index) => index < call.length - 1 ? `${one},` : one)
    .flatMap((one) => one.length < WIDTH - 12 ? [one] : one.split(/ (?=')/))
  return [`${INDENT}return self._call(`, ...fill(words, `${INDENT}    `), `${INDENT})`]
}

function docstring (summary, description, notes) {
  const text = (said) => said.replaceAll('\\', '\\\\').replaceAll('"""', "'''")
  const paragraphs = description === undefined ? [] : text(description).split('\n')
  const lines = [
    ...paragraphs.flatMap((one) => one === '' ? [''] : fill(one.split(' '), INDENT)),
    ...notes.length > 0 && paragraphs.length > 0 ? [''] : [],
    ...notes.flatMap(({ name, description }) => fill(text(`${name}: ${description}`).split(/\s+/), INDENT, `${INDENT}    `))
  ]
  const first = `${INDENT}"""${text(summary)}.`
  return lines.length === 0 ? [`${first}"""`] : [first, '', ...lines, `${INDENT}"""`]
}

/** Words in lines. */
function fill (words, indent, indentOfOthers = indent) {
  const lines = []
  let line = ''
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? `${lines.length === 0 ? indent : indentOfOthers}${word}` : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, line]
}
