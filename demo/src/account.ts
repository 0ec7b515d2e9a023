/** The administrator of a demonstration. A server that others can reach rejects the password. */
export const DEMONSTRATION_EMAIL = 'admin@mandap.example'
export const DEMONSTRATION_PASSWORD = 'namaste-mandap'

/** The phone numbers of the demonstration's Super Admins. No phone in India has such a number. */
export const DEMONSTRATION_NUMBERS = ['5550100001', '5550100002', '5550100003'] as const
