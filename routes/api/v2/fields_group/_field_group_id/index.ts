import { hidden } from '#src/openapi/hidden.js'
import fieldGroup from '../../field_groups/_field_group_id/index.js'

// The contract's headings write the path so, its examples the other way: both are answered alike.
export default hidden(fieldGroup)
