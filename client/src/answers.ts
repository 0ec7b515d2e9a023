// Generated from the contract by client/build/generate-answers.ts; do not edit.
import type { CallKey } from '@mandap/contract/calls.ts'
import type { Shape } from './shape.ts'

/** The shape of each JSON answer. */
export const ANSWERS: Partial<Record<CallKey, Shape>> = {
  'GET /session': {
    id: 'string',
    email: 'string',
    name: 'string',
    sessionId: 'string',
    role: 'string',
  },
  'GET /session/storage-key': { data: { key: 'string' } },
  'GET /account': {
    data: {
      email: 'string',
      name: 'string',
      passwordChangedAt: ['string', 'null'],
      sessions: [
        {
          id: 'string',
          browser: 'string',
          system: 'string',
          address: 'string',
          signedInAt: 'string',
          usedAt: 'string',
          isCurrent: 'boolean',
        },
      ],
    },
  },
  'POST /account/sessions/{id}/end': { data: { 'idToken?': 'string', 'refreshToken?': 'string' } },
  'POST /account/sessions/end-others': {
    data: {
      ended: 'number',
      'idToken?': 'string',
      'refreshToken?': 'string',
    },
  },
  'POST /account/password': { data: { idToken: 'string', refreshToken: 'string' } },
  'GET /administrators': {
    data: [
      {
        id: 'string',
        email: 'string',
        name: 'string',
        role: 'string',
        hasOwnNumber: 'boolean',
        state: 'string',
        lastActiveAt: ['string', 'null'],
        sessions: 'number',
        factors: ['string'],
        isYou: 'boolean',
      },
    ],
  },
  'POST /administrators': { data: { id: 'string', email: 'string' } },
  'POST /administrators/{id}/end-sessions': { data: { ended: 'number' } },
  'POST /otp/sms': {
    status: 'string',
    data: {
      'challengeId?': 'string',
      'expiresAt?': 'string',
      'secondFactor?': 'boolean',
      'factors?': ['string'],
      'otp?': 'string',
    },
  },
  'POST /otp/verify': { data: { grant: 'string', expiresAt: ['string', 'null'] } },
  'GET /elevation': {
    data: [{ expiresAt: ['string', 'null'] }, 'null'],
  },
  'GET /bookings': [
    ['object'],
    {
      data: ['object'],
      next: ['string', 'null'],
      total: ['number', 'null'],
      'totalIsExact?': 'boolean',
    },
  ],
  'GET /bookings/{id}': 'object',
  'PATCH /bookings/{id}': 'object',
  'GET /users': {
    data: ['object'],
    next: ['string', 'null'],
    total: ['number', 'null'],
    'totalIsExact?': 'boolean',
  },
  'GET /user/{id}/booking-counts': {
    data: {
      pending: 'number',
      upcoming: 'number',
      ongoing: 'number',
      completed: 'number',
      cancelled: 'number',
      all: 'number',
    },
  },
  'GET /user/all': { data: ['object'] },
  'GET /user/{id}': { data: 'object' },
  'GET /partners': [
    ['object'],
    {
      data: ['object'],
      next: ['string', 'null'],
      total: ['number', 'null'],
    },
  ],
  'GET /partners/counts': {
    data: {
      pending: 'number',
      AKYC: 'number',
      RKYC: 'number',
      DKYC: 'number',
      ACV: 'number',
      RCV: 'number',
      DCV: 'number',
      decline: 'number',
    },
  },
  'GET /partner-names': { data: ['string'] },
  'GET /partners/{id}': 'object',
  'PUT /partners/{id}': 'object',
  'DELETE /partners/{id}': 'object',
  'POST /partners/{id}/restore': 'object',
  'POST /partners/{id}/reveal': { data: { value: 'string' } },
  'POST /temp-partner': 'object',
  'GET /temp-partner/{id}': 'object',
  'GET /documents/{id}/link': {
    data: {
      url: 'string',
      'publicUrl?': 'string',
      type: 'string',
      name: 'string',
      size: 'number',
      expiresAt: 'string',
    },
  },
  'GET /search': {
    data: {
      users: ['object'],
      bookings: ['object'],
      partners: ['object'],
      'failed?': ['string'],
    },
  },
  'POST /exports': {
    data: {
      url: 'string',
      'secret?': 'string',
      name: 'string',
      expiresAt: 'string',
    },
  },
  'POST /erasures': {
    data: { erasedAt: 'string', bookings: 'number', documents: 'number' },
  },
  'POST /person-exports': {
    data: {
      url: 'string',
      secret: 'string',
      name: 'string',
      expiresAt: 'string',
    },
  },
  'GET /summary': {
    users: 'number',
    bookings: 'number',
    partners: 'number',
    bookingsByStatus: { '*': 'number' },
    'failed?': ['string'],
  },
  'GET /totals': {
    data: {
      revenue: /^-?\d+$/,
      months: [
        {
          month: /^\d{4}-\d\d$/,
          bookings: 'number',
          revenue: /^-?\d+$/,
        },
      ],
      services: { Catering: 'number', Photography: 'number', Event: 'number' },
      groups: {
        pending: 'number',
        upcoming: 'number',
        ongoing: 'number',
        completed: 'number',
        cancelled: 'number',
      },
      other: 'number',
    },
  },
  'GET /activity': {
    data: [
      {
        id: 'number',
        at: 'string',
        by: 'string',
        kind: 'string',
        subject: 'string',
        subjectId: 'string',
        subjectName: 'string',
        'erased?': 'boolean',
        'restorable?': 'boolean',
        version: ['number', 'null'],
        before: 'object',
        after: 'object',
        reason: ['string', 'null'],
        elevation: ['string', 'null'],
      },
    ],
    next: ['string', 'null'],
    total: ['number', 'null'],
  },
  'GET /activity/people': { data: ['string'] },
  'GET /presence': {
    data: [
      {
        subjectId: 'string',
        by: 'string',
        name: ['string', 'null'],
        since: 'string',
        isReview: 'boolean',
      },
    ],
  },
}

/** The calls that may be repeated with an `Idempotency-Key`. */
export const IDEMPOTENT_CALLS: readonly CallKey[] = [
  'PATCH /bookings/{id}',
  'PUT /partners/{id}',
  'DELETE /partners/{id}',
  'POST /partners/{id}/restore',
  'POST /temp-partner',
]
