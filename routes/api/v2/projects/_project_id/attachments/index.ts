import { projectKind } from '#src/items/kinds.js'
import { attachmentsOf } from '../../../attachments.js'
import { ProjectParams } from '../../schemas.js'

export default attachmentsOf({ kind: projectKind, id: ProjectParams.properties.project_id, name: 'Project', article: 'a' })
