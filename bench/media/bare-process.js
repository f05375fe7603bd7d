// Serves the files of a folder with the library that the service uses, and nothing else. Prints its address.
import { createServer } from 'node:http'
import { pipeline } from 'node:stream'
import { send } from '@fastify/send'
import { portOf } from '#proof/harness/ports.js'

const server = createServer(async (request, response) => {
  const { statusCode, headers, stream } = await send(request, request.url ?? '', { root: process.env.FOLDER, index: false })
  response.writeHead(statusCode, headers)
  pipeline(stream, response, () => {})
})
server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${portOf(server)}`))
