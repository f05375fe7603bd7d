import { portOf } from '../helper/connection.js'
import { httpDialects } from '../helper/app.js'
import { blocksOf } from '../helper/documents.js'
import { runPython, withPython } from '../helper/python.js'
import { signStandard } from '../../src/webhooks/delivery/sign.js'
import { inOneAppWithMedia } from '../helper/media/world.js'

const onOne = withPython(inOneAppWithMedia(httpDialects))
const [first, files, mirror, receiver] = blocksOf('docs/clients.md', 'python')

onOne('The documented lines of Python run as printed', async (t, { app, adminKey }) => {
  const url = `http://127.0.0.1:${await portOf(app)}`
  const environment = 'os.environ.update(CUTROOM_URL=arguments[\'url\'], CUTROOM_KEY=arguments[\'key\'])\n'
  // The mirror has no end: another change is made while it is followed, and the first page ends it.
  const once = mirror!.replace('for page in changes:\n',
    'client.create_asset(title="Meanwhile")\nfor page in itertools.islice(changes, 1):\n')
  const shown = await runPython(`${environment}${first}\n${files}\n${once}
show({'status': file['status'], 'mirror': len(mirror), 'events': [change['event'] for change in page['changes']]})`, {
    url, key: adminKey
  })
  t.match(shown, { status: 'ready', mirror: 2, events: ['ASSET_ADDED'] })

  const secret = 'a secret of the receiver'
  const body = JSON.stringify({ type: 'ASSET_ADDED', targets: {} })
  const timestamp = Math.floor(Date.now() / 1000)
  const [server] = receiver!.split('HTTPServer((')
  const statuses = await runPython(`
os.environ['WEBHOOK_SECRET'] = arguments['secret']
${server}
import threading
server = HTTPServer(('127.0.0.1', 0), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()
def post(body):
    connection = http.client.HTTPConnection(*server.server_address)
    connection.request('POST', '/', body, arguments['headers'])
    return connection.getresponse().status
show([post(arguments['body']), post('{}')])`, {
    secret,
    body,
    headers: {
      'webhook-id': 'an id',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signStandard([secret], { id: 'an id', timestamp, body })
    }
  })
  t.strictSame(statuses, [204, 400])
})
