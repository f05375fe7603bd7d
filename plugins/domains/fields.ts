import fp from 'fastify-plugin'
import { createFields, type Fields } from '../../src/fields/fields.js'
import { createFieldGroups, type FieldGroups } from '../../src/fields/groups.js'
import { createRichTextCleaner, type RichTextCleaner } from '../../src/fields/rich-text/index.js'
import { createFieldOverview, type FieldOverview } from '../../src/fields/values/overview.js'
import { createFieldValues, type FieldValues } from '../../src/fields/values/values.js'

declare module 'fastify' {
  interface FastifyInstance {
    fieldGroups: FieldGroups
    fields: Fields
    fieldValues: FieldValues
    fieldOverview: FieldOverview
    richTextCleaner: RichTextCleaner
  }
}

/** Custom metadata. The cleaner's threads start with the first value that needs one. */
export default fp(async function fields (app) {
  const { database, transact } = app
  const cleaner = createRichTextCleaner()
  app.decorate('richTextCleaner', cleaner)
  app.decorate('fieldGroups', createFieldGroups({ database, transact }))
  app.decorate('fields', createFields({ transact }))
  app.decorate('fieldValues', createFieldValues({ database, transact, tools: { cleanRichText: cleaner.clean } }))
  app.decorate('fieldOverview', createFieldOverview({ database }))
  app.addHook('onClose', () => cleaner.close())
}, { name: 'fields', dependencies: ['database', 'transact'] })
