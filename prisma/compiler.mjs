// Goes beside the generated clients, by prisma/runtime.js.

/**
 * Has all clients of a database share one compiler of queries. Prisma would make one for each client, and on PostgreSQL
 * each connection has a client: some ten milliseconds in which nobody is answered, and some megabytes, every time.
 * @param {{ QueryCompiler: new (options: object) => object }} runtime the compiler, and what it wants of JavaScript
 */
export function shareCompiler (runtime) {
  const made = new Map()

  /** `new` gives what it returns. */
  function QueryCompiler ({ datamodel, ...of }) {
    const key = JSON.stringify(of)
    if (!made.has(key)) made.set(key, keep(new runtime.QueryCompiler({ datamodel, ...of })))
    return made.get(key)
  }
  return { ...runtime, QueryCompiler }
}

/** A client that closes gives its compiler up; the others still need it. */
function keep (compiler) {
  return Object.assign(compiler, { free () {} })
}
