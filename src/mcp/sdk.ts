import { OperatorMistake } from '../errors.js'

const PACKAGE = '@modelcontextprotocol/sdk'

export type Sdk = Awaited<ReturnType<typeof loadSdk>>

/** Loads the SDK of the protocol, which is optional. Throws OperatorMistake if it is not installed. */
export async function loadSdk (load = loadModules) {
  try {
    const [server, stdio, types] = await load()
    return { ...server, ...stdio, ...types }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new OperatorMistake(`What speaks the Model Context Protocol is not installed: npm install ${PACKAGE}`)
  }
}

async function loadModules () {
  return Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/stdio.js'),
    import('@modelcontextprotocol/sdk/types.js')
  ])
}
