import { projectKind } from '#src/items/kinds.js'
import { listCustomFields } from '../../../custom-fields.js'
import { ProjectParams } from '../../schemas.js'

export default listCustomFields({
  kind: projectKind,
  id: ProjectParams.properties.project_id,
  name: 'Project',
  article: 'a'
})
