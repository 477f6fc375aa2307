from cavern import legacy_parser, world


def test_the_cave_is_west_of_the_camp():
    assert world.load()["camp"]["west"] == "cave"


def test_every_way_leads_to_a_place():
    places = world.load()
    assert all(to in places for ways in places.values() for to in ways.values())


def test_the_bridge_is_not_safe():
    assert "not safe" in world.cross("bridge")


def test_find_knows_the_rope():
    assert world.find("rope") == "rope: at the camp"


def test_legacy_maps_still_parse():
    assert legacy_parser.parse("camp: north=ford west=cave") == (
        "camp",
        {"north": "ford", "west": "cave"},
    )


def test_every_way_has_a_way_back():
    back = {"north": "south", "south": "north", "east": "west", "west": "east", "up": "down", "down": "up"}
    places = world.load()
    assert all(places[to].get(back[way]) == at for at, ways in places.items() for way, to in ways.items())
