import t from 'tap'
import { previewWarnings } from '#src/process/previews.js'

t.test('Where what decodes pictures is not installed, the start and /readyz say so', async (t) => {
  t.same(previewWarnings(), [])
  t.match(previewWarnings('not-installed'), [/^sharp is not installed: files have no previews\./])
})
