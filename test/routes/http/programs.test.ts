import { onOneDatabase } from '../../helper/app.js'

onOneDatabase('Agents find the documents by llms.txt, and no link of these leads out of what is served', async (t, { app }) => {
  const { statusCode, body: text, headers } = await app.inject('/llms.txt')
  t.equal(statusCode, 200)
  t.match(headers['content-type'], /^text\/plain/)
  t.match(text, /\/openapi\.json\)[^]*\/client\.js\)/)
  const documents = [...text.matchAll(/^- \[(.+)\]\(\S+(\/docs\/\S+\.md)\): (.+)$/gm)]
  t.ok(documents.length > 10, `${documents.length} documents`)
  for (const [, title, path, sentence] of documents) {
    t.match(sentence, /^[A-Za-z`][^#│]{10,300}$/, `${title}: ${sentence}`)
    const document = await app.inject(path!)
    t.equal(document.headers['content-type'], 'text/markdown; charset=utf-8', String(path))
    t.equal(document.headers['access-control-allow-origin'], '*')
    for (const [, target] of document.body.matchAll(/\]\(([^)#]+)/g)) {
      t.equal((await app.inject(new URL(target!, `http://localhost${path}`).pathname)).statusCode, 200, `${path}: ${target}`)
    }
  }
  for (const path of ['nothing.md', 'notebook/performance.md', 'development/tests.md']) {
    t.equal((await app.inject(`/docs/${path}`)).statusCode, 404, path)
  }
})
