"""How many trees a property is tried on: the same ones every time, or new ones on request.

`pytest --hypothesis-profile=explore` tries other trees, and more of them.
"""

from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "steady", max_examples=150, deadline=None, derandomize=True, suppress_health_check=SLOW
)
settings.register_profile("explore", max_examples=1500, deadline=None, suppress_health_check=SLOW)
settings.load_profile("steady")
