import { projectKind } from '#src/items/kinds.js'
import { customFieldsInGroup } from '../../../../custom-fields.js'
import { ProjectParams } from '../../../schemas.js'

export default customFieldsInGroup({
  kind: projectKind,
  id: ProjectParams.properties.project_id,
  name: 'Project',
  article: 'a'
})
