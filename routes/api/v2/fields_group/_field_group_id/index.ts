import { hidden } from '#src/openapi/hidden.js'
import fieldGroup from '../../field_groups/_field_group_id/index.js'

// The contract spells this path differently in its headings and in its examples: both work.
export default hidden(fieldGroup)
