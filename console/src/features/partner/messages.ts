/** The messages of §8 after a partner was updated, and after the update failed. */
export const UPDATED = 'Partner Updated Successfully!'
export const NOT_UPDATED = 'Error updating partner. Please try again.'
