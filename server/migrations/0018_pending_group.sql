-- oldest release: 0.1.0
-- The group "pending" (§4.3) no longer has the statuses partnerVisited and userConfirmVisit. The server computes the
-- groups of noted users again.
insert into user_group_note select id from app_user;
