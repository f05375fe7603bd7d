import fp from 'fastify-plugin'
import { createFields, type Fields } from '../../src/fields/fields.js'
import { createFieldGroups, type FieldGroups } from '../../src/fields/groups.js'
import { createFieldRemovals } from '../../src/fields/removals.js'
import { createRichTextCleaner, type RichTextCleaner } from '../../src/fields/rich-text/index.js'
import { fieldOverview, type FieldOverview } from '../../src/fields/values/overview.js'
import { createMetadataValues, type MetadataValues } from '../../src/fields/values/from-metadata.js'
import { createFieldValues, type FieldValues } from '../../src/fields/values/values.js'

declare module 'fastify' {
  interface FastifyInstance {
    fieldGroups: FieldGroups
    fields: Fields
    fieldValues: FieldValues
    fieldOverview: FieldOverview
    metadataValues: MetadataValues
    richTextCleaner: RichTextCleaner
  }
}

/** The longest delay before a removal of a killed process resumes. */
const REMOVALS_MS = 5000

/** Custom fields. The cleaner's threads start with the first value that needs one. */
export default fp(async function fields (app) {
  const { database, transact, jobs, log } = app
  const removals = createFieldRemovals({ database, transact, log })
  const cleaner = createRichTextCleaner()
  app.decorate('richTextCleaner', cleaner)
  app.decorate('fieldGroups', createFieldGroups({ removals }))
  app.decorate('fields', createFields({ removals }))
  app.decorate('fieldValues', createFieldValues({ tools: { cleanRichText: cleaner.clean } }))
  app.decorate('fieldOverview', fieldOverview)
  app.decorate('metadataValues', createMetadataValues({ database, tools: { cleanRichText: cleaner.clean } }))
  jobs.push({ name: 'field-removals', intervalMs: REMOVALS_MS, run: removals.finishLeftovers })
  app.addHook('preClose', async () => removals.stop())
  app.addHook('onClose', () => cleaner.close())
}, { name: 'fields', dependencies: ['database', 'transact'] })
