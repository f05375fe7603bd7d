import { createRequire } from 'node:module'
import { createRichTextCleaner } from '#src/fields/rich-text/index.js'

// Cleans one value and then neither closes the cleaner nor ends the process. The DOM is loaded the CommonJS way.
const cleaned = await createRichTextCleaner().clean('<p id=x>a</p>')
const loadsDom = Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes('jsdom'))
console.log(JSON.stringify({ cleaned, loadsDom }))
